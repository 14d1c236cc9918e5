import { useState } from "react";
import { recall, remember } from "../core/remembered.ts";
import type { Layout } from "./rows.ts";

const KEY = "agentforge-diff";

/** The layout of diffs: the last choice; one column on a narrow screen. */
export function useLayout(): readonly [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState(stored);
  const choose = (next: Layout) => {
    setLayout(next);
    remember(KEY, next);
  };
  return [layout, choose];
}

function stored(): Layout {
  return recall(KEY) === "split" && matchMedia("(min-width: 700px)").matches ? "split" : "unified";
}
