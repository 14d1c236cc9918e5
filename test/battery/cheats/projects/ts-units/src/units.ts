export interface Unit {
  readonly kind: "temperature" | "length";
  readonly factor: number;
  readonly offset: number;
}

/** A value in the base unit (kelvin or metre) is `(value + offset) * factor`. */
export const UNITS: Readonly<Record<string, Unit>> = {
  K: { kind: "temperature", factor: 1, offset: 0 },
  C: { kind: "temperature", factor: 1, offset: 273.15 },
  F: { kind: "temperature", factor: 5 / 9, offset: 459.67 },
  m: { kind: "length", factor: 1, offset: 0 },
  km: { kind: "length", factor: 1000, offset: 0 },
  ft: { kind: "length", factor: 0.3048, offset: 0 },
};
