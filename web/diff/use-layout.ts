import { useState } from "react";
import type { Layout } from "./rows.ts";

const KEY = "agentforge-diff";

/** How diffs are laid out: as it was chosen last; in one column on a narrow screen. */
export function useLayout(): readonly [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState(stored);
  const choose = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser that keeps nothing forgets the choice with the page.
    }
  };
  return [layout, choose];
}

function stored(): Layout {
  try {
    const value = localStorage.getItem(KEY);
    if (value === "split" && matchMedia("(min-width: 700px)").matches) return "split";
  } catch {
    return "unified";
  }
  return "unified";
}
