import { useState } from "react";
import type { Layout } from "./rows.ts";

const KEY = "agentforge-diff";

/** The layout of diffs: the last choice; one column on a narrow screen. */
export function useLayout(): readonly [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState(stored);
  const choose = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
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
