import { accessForm } from "./access-form.ts";
import { accumulate } from "./accumulate.ts";
import { addTerm } from "./add-term.ts";
import { argumentCount } from "./argument-count.ts";
import { arithmeticOperator } from "./arithmetic-operator.ts";
import { attributeName } from "./attribute-name.ts";
import { augmentedOperator } from "./augmented-operator.ts";
import { awaitCall } from "./await-call.ts";
import { booleanConstant } from "./boolean-constant.ts";
import { boundValue } from "./bound-value.ts";
import { callName } from "./call-name.ts";
import { clamp } from "./clamp.ts";
import { comparisonOperator } from "./comparison-operator.ts";
import { conditionGuard } from "./condition-guard.ts";
import { conditionReplace } from "./condition-replace.ts";
import { containerLiteral } from "./container-literal.ts";
import { defaultValue } from "./default-value.ts";
import { deleteStatement } from "./delete-statement.ts";
import { dropOperand } from "./drop-operand.ts";
import { exceptionKind } from "./exception-kind.ts";
import { exchangeNames } from "./exchange-names.ts";
import { expressionReuse } from "./expression-reuse.ts";
import { guardStatement } from "./guard-statement.ts";
import { initialValue } from "./initial-value.ts";
import { insertCall } from "./insert-call.ts";
import { insertStatement } from "./insert-statement.ts";
import { keyValue } from "./key-value.ts";
import { logicalOperator } from "./logical-operator.ts";
import { loopExit } from "./loop-exit.ts";
import { loopForm } from "./loop-form.ts";
import { missingGuard } from "./missing-guard.ts";
import { moveStatement } from "./move-statement.ts";
import { negateCondition } from "./negate-condition.ts";
import { numberConstant } from "./number-constant.ts";
import { offByOne } from "./off-by-one.ts";
import type { Operator } from "./operator.ts";
import { ownMember } from "./own-member.ts";
import { regexDetail } from "./regex-detail.ts";
import { regroup } from "./regroup.ts";
import { returnCall } from "./return-call.ts";
import { returnExpression } from "./return-expression.ts";
import { returnIf } from "./return-if.ts";
import { reuseStatement } from "./reuse-statement.ts";
import { slice } from "./slice.ts";
import { sortOrder } from "./sort-order.ts";
import { stringConstant } from "./string-constant.ts";
import { swapArguments } from "./swap-arguments.ts";
import { swapOperands } from "./swap-operands.ts";
import { twinChange } from "./twin-change.ts";
import { unwrapCall } from "./unwrap-call.ts";
import { variable } from "./variable.ts";
import { wrapAround } from "./wrap-around.ts";
import { wrapCall } from "./wrap-call.ts";

export const operators: readonly Operator[] = [
  accessForm,
  accumulate,
  addTerm,
  argumentCount,
  arithmeticOperator,
  attributeName,
  augmentedOperator,
  awaitCall,
  booleanConstant,
  boundValue,
  callName,
  clamp,
  comparisonOperator,
  conditionGuard,
  conditionReplace,
  containerLiteral,
  defaultValue,
  deleteStatement,
  dropOperand,
  exceptionKind,
  exchangeNames,
  expressionReuse,
  guardStatement,
  initialValue,
  insertCall,
  insertStatement,
  keyValue,
  logicalOperator,
  loopExit,
  loopForm,
  missingGuard,
  moveStatement,
  negateCondition,
  numberConstant,
  offByOne,
  ownMember,
  regexDetail,
  regroup,
  returnCall,
  reuseStatement,
  returnExpression,
  returnIf,
  slice,
  sortOrder,
  stringConstant,
  swapArguments,
  swapOperands,
  twinChange,
  unwrapCall,
  variable,
  wrapAround,
  wrapCall,
];
