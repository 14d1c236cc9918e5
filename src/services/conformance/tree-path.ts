import { folderOf } from "../../domain/rules/paths/folder-of.ts";
/** A path inside the tree with `.` and `..` resolved. A path that leads above the top stays at the top. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** A folder and those above it, the nearest first. */
export function foldersUp(folder: string): readonly string[] {
  return folder === "" ? [""] : [folder, ...foldersUp(folderOf(folder))];
}
