import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** An unguessable token: 192 bits. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Compares in constant time. */
export function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given), digest(secret));
}

export function derive(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
