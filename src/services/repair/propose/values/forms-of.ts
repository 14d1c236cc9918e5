import type { Language } from "../../languages/language.ts";
import type { Forms } from "./form.ts";
import { javascriptForms } from "./javascript-forms.ts";
import { pythonForms } from "./python-forms.ts";

const FORMS: Readonly<Record<string, (language: Language) => Forms>> = {
  python: pythonForms,
  javascript: javascriptForms,
  typescript: javascriptForms,
};

/** Languages whose workers observe values. */
export const OBSERVED_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(FORMS));

/** Operations that an expression may be built from; none if the language has no list of them. */
export function formsOf(language: Language): Forms {
  return FORMS[language.id]?.(language) ?? { unary: [], binary: [] };
}
