import { useMemo, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './bulk-email-page.module.css';
import { ownStyle, withoutStyles } from './without-styles.ts';

interface Props {
  title: string;
  html: string;
  /** As wide as a phone screen. */
  isNarrow?: boolean;
}

/** Untrusted HTML in a sandboxed frame: no scripts, no working links, no access to the page. */
export function MailFrame({ title, html, isNarrow = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const mail = useMemo(() => withoutStyles(html), [html]);

  function loaded() {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    applyStyles(inside, mail.sheets);
    setHeight(inside.documentElement.scrollHeight);
  }

  return (
    <iframe
      ref={frame}
      // Measures again when the width changes.
      key={String(isNarrow)}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={mail.html}
      onLoad={loaded}
      style={{ blockSize: height }}
      className={classNames(styles.frame, isNarrow && styles.narrow)}
    />
  );
}

/** The default styles of mail programs. */
const usual = `
  body { font-family: system-ui, sans-serif; line-height: 1.5; margin: 1rem; overflow-wrap: anywhere; }
  li[data-list='bullet'] { list-style-type: disc; }
  a { pointer-events: none; }
`;

/** Adds the styles in the ways that the policy allows to scripts. */
function applyStyles(mail: Document, sheets: readonly string[]): void {
  const Sheet = mail.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  mail.adoptedStyleSheets = [usual, ...sheets].map((text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  for (const element of mail.querySelectorAll<HTMLElement>(`[${ownStyle}]`)) {
    element.style.cssText = element.getAttribute(ownStyle) ?? '';
  }
}
