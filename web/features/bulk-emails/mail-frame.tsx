import { useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { applyStyles } from './apply-styles.ts';
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
