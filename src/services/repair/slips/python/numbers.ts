import { callOf } from "../../propose/method-call.ts";
import { child, isValue, operatorOf } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";
import { importing } from "./imports.ts";

const halfToEven: Slip = {
  why: "round rounds halves to the even number",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      ["import math\nx = round(a)", "import math\nx = math.floor(a + 0.5)"],
      ["x = round(a / b)", "x = int(a / b + 0.5)"],
    ],
  },
  leaves: { python: ["x = round(a, 2)"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [only, ...more] = call?.given ?? [];
    if (call?.name !== "round" || call.object !== null || only === undefined || more.length > 0) return;
    if (/^import math$/m.test(context.source)) yield [at(site, `math.floor(${context.text(only)} + 0.5)`)];
    yield [at(site, `int(${context.text(only)} + 0.5)`)];
  },
};

const roundedByDefault: Slip = {
  why: "decimals are rounded to the even digit unless told otherwise",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      [
        "from decimal import Decimal\n\nx = a.quantize(b)\n",
        "from decimal import Decimal\nfrom decimal import ROUND_HALF_UP\n\nx = a.quantize(b, rounding=ROUND_HALF_UP)\n",
      ],
      [
        "from decimal import ROUND_DOWN, Decimal\nx = a.quantize(b)\n",
        "from decimal import ROUND_DOWN, Decimal\nx = a.quantize(b, rounding=ROUND_DOWN)\n",
      ],
    ],
  },
  leaves: { python: ["x = a.quantize(b, rounding=ROUND_UP)"] },
  *correct(site, context) {
    const call = callOf(site, context);
    if (call?.name !== "quantize" || call.object === null || call.given.length !== 1) return;
    for (const mode of ["ROUND_HALF_UP", "ROUND_DOWN", "ROUND_UP"])
      yield [...importing("decimal", mode, context), before(site.end - 1, `, rounding=${mode}`)];
  },
};

const towardsZero: Slip = {
  why: "a negative quotient is rounded away from zero",
  chance: "ordinary",
  kinds: ["binary"],
  examples: { python: [["x = a // b", "x = int(a / b)"]] },
  leaves: { python: ["x = a % b"] },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || operatorOf(site) !== "//" || !isValue(site)) return;
    yield [at(site, `int(${context.text(left)} / ${context.text(right)})`)];
  },
};

export const pythonNumbersSlips: readonly Slip[] = [halfToEven, roundedByDefault, towardsZero];
