import type { Framework } from "../contract.ts";
import { fallback } from "./fallback.ts";
import { nodeTest } from "./node-test.ts";
import { pytest } from "./pytest.ts";
import { unittest } from "./unittest.ts";

/** Every framework; the order settles ties in detection. */
export const frameworks: readonly Framework[] = [nodeTest, pytest, unittest, fallback];
