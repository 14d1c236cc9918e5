import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startKeyboard } from "./core/keyboard.ts";
import { startListening } from "./core/live.ts";
import { applyStoredTheme } from "./core/theme.ts";
import { Page } from "./page.tsx";

const place = document.getElementById("page");
if (place !== null) {
  applyStoredTheme();
  startKeyboard();
  startListening();
  createRoot(place).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
