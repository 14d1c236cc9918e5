import { useState } from "react";
import { recall, remember } from "./remembered.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "agentforge-theme";

/** Called before the first render, so that the page does not flash in the other colors. */
export function applyStoredTheme(): void {
  apply(stored());
}

export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(stored);
  const toggle = () => {
    const isDark =
      theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    const next = isDark ? "light" : "dark";
    apply(next);
    setTheme(next);
    remember(KEY, next);
  };
  return [theme, toggle];
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function stored(): Theme {
  const value = recall(KEY);
  return value === "light" || value === "dark" ? value : "system";
}
