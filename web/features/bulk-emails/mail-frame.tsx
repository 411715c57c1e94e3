import { useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './processed.module.css';

interface Props {
  title: string;
  html: string;
  /** As wide as a phone, not as wide as there is room. */
  isNarrow?: boolean;
}

/**
 * Somebody's markup, by itself: no script of it runs, no link of it leads away, and it knows nothing
 * of the page around it.
 */
export function MailFrame({ title, html, isNarrow = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();

  function loaded() {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    applyStyles(inside);
    setHeight(inside.documentElement.scrollHeight);
  }

  return (
    <iframe
      ref={frame}
      // A change of width is measured anew.
      key={String(isNarrow)}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={loaded}
      style={{ blockSize: height }}
      className={classNames(styles.frame, isNarrow && styles.narrow)}
    />
  );
}

/** As mail programs show what names no style; the bullets as the editor marks them. */
const usual = `
  body { font-family: system-ui, sans-serif; line-height: 1.5; margin: 1rem; overflow-wrap: anywhere; }
  li[data-list='bullet'] { list-style-type: disc; }
  a { pointer-events: none; }
`;

/**
 * Mails carry their styles inside, where our content security policy forbids them: they are read
 * from the text and given to the document as our own, which may only change how it looks.
 */
function applyStyles(mail: Document): void {
  const Sheet = mail.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  const texts = [...mail.querySelectorAll('style')].map(({ textContent }) => textContent ?? '');
  mail.adoptedStyleSheets = [usual, ...texts].map((text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  for (const element of mail.querySelectorAll<HTMLElement>('[style]')) {
    element.style.cssText = element.getAttribute('style') ?? '';
  }
}
