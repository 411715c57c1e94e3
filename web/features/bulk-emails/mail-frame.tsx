import { useEffect, useRef, useState } from 'react';
import { mailFramePath } from '#contract/bulk-emails/mail-frame.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './bulk-email-page.module.css';

interface Props {
  title: string;
  html: string;
  /** As wide as a phone screen. */
  isNarrow?: boolean;
}

/**
 * Untrusted HTML in a sandboxed frame: no scripts, no working links, no access to the page. The frame's
 * document has a content security policy of its own, which allows the styles of an email.
 */
export function MailFrame({ title, html, isNarrow = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);

  useEffect(() => {
    const { current } = frame;
    const inside = current?.contentDocument;
    if (loads === 0 || !inside) return;
    // Under the policy of the frame's document, which does not require trusted types.
    inside.documentElement.innerHTML = html;
    applyUsualStyle(inside);
    // A document is at least as high as its frame, so the frame gets small before it is measured.
    current.style.blockSize = '';
    current.style.blockSize = `${inside.documentElement.scrollHeight}px`;
  }, [html, loads, isNarrow]);

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      src={mailFramePath}
      onLoad={() => setLoads((count) => count + 1)}
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

/** The styles of the email come later, so they win. */
function applyUsualStyle(mail: Document): void {
  const style = mail.createElement('style');
  style.textContent = usual;
  mail.head.prepend(style);
}
