import { at, type Slip } from "../slip.ts";

/** Constants of the library that are taken for one another. */
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  "time.Nanosecond": ["time.Microsecond", "time.Millisecond", "time.Second"],
  "time.Microsecond": ["time.Millisecond", "time.Second"],
  "time.Millisecond": ["time.Second", "time.Microsecond"],
  "time.Second": ["time.Millisecond", "time.Minute"],
  "time.Minute": ["time.Second", "time.Hour"],
  "time.Hour": ["time.Minute"],
  "time.Local": ["time.UTC"],
  "time.RFC3339": ["time.RFC3339Nano", "time.DateTime"],
  "base64.StdEncoding": ["base64.URLEncoding", "base64.RawStdEncoding", "base64.RawURLEncoding"],
  "base64.URLEncoding": ["base64.RawURLEncoding", "base64.StdEncoding"],
  "base64.RawStdEncoding": ["base64.StdEncoding", "base64.RawURLEncoding"],
  "base64.RawURLEncoding": ["base64.URLEncoding", "base64.StdEncoding"],
  "math.MinInt": ["math.MaxInt"],
  "math.MaxInt": ["math.MinInt"],
  "math.MaxInt64": ["math.MinInt64"],
  "math.MinInt64": ["math.MaxInt64"],
  "math.SmallestNonzeroFloat64": ["-math.MaxFloat64"],
  "math.MaxFloat64": ["-math.MaxFloat64"],
  "http.StatusOK": ["http.StatusCreated", "http.StatusNoContent"],
  "http.StatusUnauthorized": ["http.StatusForbidden"],
  "http.StatusForbidden": ["http.StatusUnauthorized"],
  "http.StatusInternalServerError": ["http.StatusBadRequest", "http.StatusNotFound"],
  "http.StatusBadRequest": ["http.StatusNotFound", "http.StatusUnprocessableEntity", "http.StatusConflict"],
  "http.StatusNotFound": ["http.StatusBadRequest"],
  "os.O_TRUNC": ["os.O_APPEND"],
  "os.O_APPEND": ["os.O_TRUNC"],
};

const libraryConstant: Slip = {
  why: "the wrong unit, encoding or status of the library",
  chance: "likely",
  kinds: ["attribute"],
  examples: {
    go: [
      [
        "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Second }",
        "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Millisecond }",
      ],
    ],
  },
  *correct(site, context) {
    for (const other of CONSTANTS[context.text(site)] ?? []) yield [at(site, other)];
  },
};

export const goConstantsSlips: readonly Slip[] = [libraryConstant];
