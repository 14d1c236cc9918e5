import { z } from "zod";

export const ToolCategory = z.enum(["read", "write", "execute", "control"]);
export type ToolCategory = z.infer<typeof ToolCategory>;

export const ToolCall = z.object({
  name: z.string().min(1),
  parameters: z.record(z.string(), z.json()).default({}),
  category: ToolCategory.nullable().default(null),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const ToolResult = z.object({
  tool_name: z.string().min(1),
  success: z.boolean(),
  output: z.json().default(null),
  error: z.string().nullable().default(null),
  duration_seconds: z.number().nonnegative().default(0),
});
export type ToolResult = z.infer<typeof ToolResult>;
