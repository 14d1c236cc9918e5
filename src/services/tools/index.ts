export {
  checkCall,
  createToolCaller,
  describeTools,
  refusalOf,
  type ToolCaller,
  type ToolDescription,
  type ToolGuards,
} from "./caller.ts";
export { TOOLS } from "./catalog/list.ts";
