import { arithmeticOperator } from "./arithmetic-operator.ts";
import { augmentedOperator } from "./augmented-operator.ts";
import { booleanConstant } from "./boolean-constant.ts";
import { callName } from "./call-name.ts";
import { comparisonOperator } from "./comparison-operator.ts";
import { dropOperand } from "./drop-operand.ts";
import { logicalOperator } from "./logical-operator.ts";
import { missingGuard } from "./missing-guard.ts";
import { negateCondition } from "./negate-condition.ts";
import { numberConstant } from "./number-constant.ts";
import { offByOne } from "./off-by-one.ts";
import type { Operator } from "./operator.ts";
import { returnExpression } from "./return-expression.ts";
import { swapArguments } from "./swap-arguments.ts";
import { swapOperands } from "./swap-operands.ts";
import { unwrapCall } from "./unwrap-call.ts";
import { variable } from "./variable.ts";

export const operators: readonly Operator[] = [
  arithmeticOperator,
  augmentedOperator,
  booleanConstant,
  callName,
  comparisonOperator,
  dropOperand,
  logicalOperator,
  missingGuard,
  negateCondition,
  numberConstant,
  offByOne,
  returnExpression,
  swapArguments,
  swapOperands,
  unwrapCall,
  variable,
];
