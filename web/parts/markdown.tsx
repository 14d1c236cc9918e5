import { type Block, blocksOf, inlinesOf } from "./markdown-blocks.ts";
import { Shown } from "./shown.tsx";

/** Renders Markdown as elements. Links and images stay text, and HTML is not interpreted. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      {blocksOf(text).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "heading":
      return block.level <= 2 ? (
        <h3>
          <Words text={block.text} />
        </h3>
      ) : (
        <h4>
          <Words text={block.text} />
        </h4>
      );
    case "code":
      return (
        <pre className="output">
          <Shown text={block.text} />
        </pre>
      );
    case "list": {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Words text={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote":
      return (
        <blockquote>
          <Words text={block.text} />
        </blockquote>
      );
    case "rule":
      return <hr />;
    case "paragraph":
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
  }
}

function Words({ text }: { readonly text: string }) {
  return inlinesOf(text).map(({ kind, text: words }, index) => {
    const shown = <Shown text={words} />;
    if (kind === "code") return <code key={index}>{shown}</code>;
    if (kind === "strong") return <strong key={index}>{shown}</strong>;
    return <span key={index}>{shown}</span>;
  });
}
