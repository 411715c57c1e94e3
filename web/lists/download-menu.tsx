import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type ListFormat, listFormatNames, listFormats } from '#contract/csv.ts';
import { asApiError } from '#web/api/api-error.ts';
import type { Download } from '#web/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, useMenuItem, useMenuOpener } from '#web/ui/menu.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './download-menu.module.css';

interface Props {
  /** On the button. */
  text: string;
  /** What a screen reader adds to the text. */
  more?: string;
  off?: boolean;
  /** Takes the place of the text where the window has no room for it. */
  icon?: ReactNode;
  download: (format: ListFormat) => Promise<Download>;
  /** Prints the rows of all pages, or answers why not. */
  printAll?: () => Promise<string | null>;
  /** Shows an error; null removes it. */
  fail: (message: string | null) => void;
}

/** Saves a file in the chosen format. A link could not send the token. */
export function DownloadMenu({ text, more = '', off, icon, download, printAll, fail }: Props) {
  const [busy, setBusy] = useState(false);

  async function save(format: ListFormat): Promise<null> {
    const { name, content } = await download(format);
    saveFile(content, name);
    return null;
  }

  async function run(act: () => Promise<string | null>) {
    setBusy(true);
    fail(null);
    try {
      fail(await act());
    } catch (error) {
      fail(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      label={text + more}
      button={
        <DownloadButton busy={busy} off={off}>
          {icon !== undefined && <span className={styles.icon}>{icon}</span>}
          <span className={styles.text}>
            {text}
            <span className="visually-hidden">{more}</span>
          </span>
        </DownloadButton>
      }
    >
      {listFormatNames.map((format) => (
        <FormatItem key={format} onClick={() => void run(() => save(format))}>
          {listFormats[format].name}
        </FormatItem>
      ))}
      {printAll && <FormatItem onClick={() => void run(printAll)}>Print all rows</FormatItem>}
    </Menu>
  );
}

function DownloadButton({ children, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button {...useMenuOpener()} {...button} className={styles.worded}>
      {children}
      <ChevronDown aria-hidden size={16} />
    </Button>
  );
}

function FormatItem(props: { children: string; onClick: () => void }) {
  return <Button kind="quiet" {...props} {...useMenuItem()} />;
}
