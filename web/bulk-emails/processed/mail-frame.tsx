import { useRef, useState } from 'react';
import styles from './processed.module.css';

interface Props {
  title: string;
  html: string;
}

/**
 * Somebody's markup, by itself: no script of it runs, no link of it leads away, and it knows nothing
 * of the page around it.
 */
export function MailFrame({ title, html }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={() => setHeight(frame.current?.contentDocument?.documentElement.scrollHeight)}
      style={{ blockSize: height }}
      className={styles.frame}
    />
  );
}
