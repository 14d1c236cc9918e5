import { addedMentions, keyFrom } from "./reading/added.ts";
import { at, type DoubtRule } from "./rule.ts";

const key = keyFrom([
  [/^atexit\.|^threading\._register_atexit\b|^weakref\.finalize\b/, "code that runs at exit"],
  [/^signal\.(?:signal|alarm|setitimer|Notify)$|^os\/signal\./, "a signal handler"],
  [/^sys\.(?:excepthook|unraisablehook|exitfunc)$|^threading\.excepthook$/, "a hook for errors"],
  [
    /^process\.(?:on|once|addListener|prependListener|removeAllListeners|removeListener|off|setUncaughtExceptionCaptureCallback)$/,
    "a handler on the process",
  ],
  [/^async_hooks\.|^diagnostics_channel\.|^FinalizationRegistry$/, "a hook in the runtime"],
  [
    /^Runtime\.getRuntime\(\)\.addShutdownHook$|^Thread\.setDefaultUncaughtExceptionHandler$/,
    "code that runs at exit",
  ],
  [/^libc\.atexit$|^ctor\b/, "code that runs at exit"],
]);

export const registersHook: DoubtRule = {
  meta: {
    id: "registers-hook",
    title: "Code hooks into the end of the process, signals or errors",
    why: "A handler runs after the tests or between them, and can rewrite the outcome or the exit status.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import atexit\natexit.register(print)\n\ndef add(a, b):\n    return a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "process.on('exit', () => {});\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after: "process.once('exit', () => {});\nexport const add = (a: number, b: number) => a - b;\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "os/signal"\n\nfunc Add(a, b int) int {\n\tsignal.Ignore()\n\treturn a - b\n}\n',
        },
      ],
      honest: [
        {
          path: "server.js",
          before: "process.on('SIGTERM', stop);\n",
          after: "process.on('SIGTERM', () => stop());\n",
        },
        {
          path: "events.js",
          before: "socket.on('data', read);\n",
          after: "socket.on('data', read);\nsocket.on('close', end);\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention, key: what } of addedMentions(change, change.files, key))
      yield at(file, mention.node, `registers ${what} with ${mention.name}`);
  },
};
