export {
  type CallerOptions,
  checkCall,
  createToolCaller,
  describeTools,
  type ToolCaller,
  type ToolDescription,
  type ToolGuards,
} from "./caller.ts";
export { TOOLS } from "./list.ts";
