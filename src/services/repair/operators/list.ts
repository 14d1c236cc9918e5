import { addTerm } from "./arithmetic/add-term.ts";
import { arithmeticOperator } from "./arithmetic/arithmetic-operator.ts";
import { augmentedOperator } from "./arithmetic/augmented-operator.ts";
import { boundValue } from "./arithmetic/bound-value.ts";
import { clamp } from "./arithmetic/clamp.ts";
import { dropOperand } from "./arithmetic/drop-operand.ts";
import { offByOne } from "./arithmetic/off-by-one.ts";
import { otherOperands } from "./arithmetic/other-operands.ts";
import { regroup } from "./arithmetic/regroup.ts";
import { roundUp } from "./arithmetic/round-up.ts";
import { swapOperands } from "./arithmetic/swap-operands.ts";
import { wrapAround } from "./arithmetic/wrap-around.ts";
import { applyMember } from "./calls/apply-member.ts";
import { argumentCount } from "./calls/argument-count.ts";
import { awaitCall } from "./calls/await-call.ts";
import { callName } from "./calls/call-name.ts";
import { callbackForm } from "./calls/callback-form.ts";
import { exceptionKind } from "./calls/exception-kind.ts";
import { foreignMethod } from "./calls/foreign-method.ts";
import { gatherPromises } from "./calls/gather-promises.ts";
import { insertCall } from "./calls/insert-call.ts";
import { lostResult } from "./calls/lost-result.ts";
import { recursiveCall } from "./calls/recursive-call.ts";
import { returnCall } from "./calls/return-call.ts";
import { sortOrder } from "./calls/sort-order.ts";
import { spreadArgument } from "./calls/spread-argument.ts";
import { swapArguments } from "./calls/swap-arguments.ts";
import { unwrapCall } from "./calls/unwrap-call.ts";
import { wrapCall } from "./calls/wrap-call.ts";
import { comparisonOperator } from "./conditions/comparison-operator.ts";
import { conditionGuard } from "./conditions/condition-guard.ts";
import { conditionReplace } from "./conditions/condition-replace.ts";
import { conditionalValue } from "./conditions/conditional-value.ts";
import { extraCondition } from "./conditions/extra-condition.ts";
import { guardStatement } from "./conditions/guard-statement.ts";
import { logicalOperator } from "./conditions/logical-operator.ts";
import { maskTest } from "./conditions/mask-test.ts";
import { missingGuard } from "./conditions/missing-guard.ts";
import { negateCondition } from "./conditions/negate-condition.ts";
import { orderedComparison } from "./conditions/ordered-comparison.ts";
import { returnIf } from "./conditions/return-if.ts";
import { truthiness } from "./conditions/truthiness.ts";
import { typeTest } from "./conditions/type-test.ts";
import { booleanConstant } from "./constants/boolean-constant.ts";
import { containerLiteral } from "./constants/container-literal.ts";
import { defaultValue } from "./constants/default-value.ts";
import { initialValue } from "./constants/initial-value.ts";
import { keyValue } from "./constants/key-value.ts";
import { mergeOrder } from "./constants/merge-order.ts";
import { numberConstant } from "./constants/number-constant.ts";
import { regexDetail } from "./constants/regex-detail.ts";
import { sharedItem } from "./constants/shared-item.ts";
import { stringConstant } from "./constants/string-constant.ts";
import { accessForm } from "./names/access-form.ts";
import { attributeName } from "./names/attribute-name.ts";
import { captureVariable } from "./names/capture-variable.ts";
import { exchangeNames } from "./names/exchange-names.ts";
import { expressionReuse } from "./names/expression-reuse.ts";
import { ownCopy } from "./names/own-copy.ts";
import { ownMember } from "./names/own-member.ts";
import { slice } from "./names/slice.ts";
import { twinChange } from "./names/twin-change.ts";
import { unusedName } from "./names/unused-name.ts";
import { variable } from "./names/variable.ts";
import type { Operator } from "./operator.ts";
import { accumulate } from "./statements/accumulate.ts";
import { containerCall } from "./statements/container-call.ts";
import { deleteStatement } from "./statements/delete-statement.ts";
import { insertStatement } from "./statements/insert-statement.ts";
import { iterateCopy } from "./statements/iterate-copy.ts";
import { languageSlip } from "./statements/language-slip.ts";
import { loopExit } from "./statements/loop-exit.ts";
import { loopForm } from "./statements/loop-form.ts";
import { loopHeader } from "./statements/loop-header.ts";
import { missingImport } from "./statements/missing-import.ts";
import { missingInitialization } from "./statements/missing-initialization.ts";
import { moveStatement } from "./statements/move-statement.ts";
import { resetField } from "./statements/reset-field.ts";
import { returnExpression } from "./statements/return-expression.ts";
import { reuseStatement } from "./statements/reuse-statement.ts";

export const operators: readonly Operator[] = [
  accessForm,
  accumulate,
  addTerm,
  applyMember,
  argumentCount,
  arithmeticOperator,
  attributeName,
  augmentedOperator,
  awaitCall,
  booleanConstant,
  boundValue,
  callName,
  captureVariable,
  clamp,
  comparisonOperator,
  conditionGuard,
  conditionReplace,
  conditionalValue,
  containerCall,
  containerLiteral,
  defaultValue,
  deleteStatement,
  dropOperand,
  exceptionKind,
  exchangeNames,
  expressionReuse,
  extraCondition,
  guardStatement,
  initialValue,
  insertCall,
  insertStatement,
  iterateCopy,
  keyValue,
  languageSlip,
  logicalOperator,
  loopExit,
  loopForm,
  lostResult,
  missingGuard,
  missingImport,
  missingInitialization,
  moveStatement,
  negateCondition,
  numberConstant,
  offByOne,
  orderedComparison,
  ownMember,
  recursiveCall,
  regexDetail,
  regroup,
  resetField,
  returnCall,
  returnExpression,
  returnIf,
  reuseStatement,
  roundUp,
  slice,
  sortOrder,
  stringConstant,
  swapArguments,
  swapOperands,
  truthiness,
  twinChange,
  unusedName,
  unwrapCall,
  variable,
  wrapAround,
  wrapCall,
  foreignMethod,
  sharedItem,
  typeTest,
  maskTest,
  loopHeader,
  callbackForm,
  mergeOrder,
  ownCopy,
  gatherPromises,
  spreadArgument,
  otherOperands,
];
