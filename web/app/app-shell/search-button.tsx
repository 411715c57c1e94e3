import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { type CodeLater, codeLater } from '#web/app/router/code-later.ts';
import { DialogLater } from '#web/ui/dialog-later.tsx';
import styles from './search-button.module.css';

/** The button in the header, and its dialog. The visible word is part of the name. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const open = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    // The editor makes a link with it, and a dialog keeps the keys.
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => open(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Search everything"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Search size={18} aria-hidden />
        <span className={styles.onlyWide}>Search</span>
      </button>
      <DialogLater
        title="Search everything"
        code={searchDialog}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {(SearchDialog) => <SearchDialog onClose={() => setOpen(false)} />}
      </DialogLater>
    </>
  );
}

const searchDialog: CodeLater<ComponentType<{ onClose: () => void }>> = codeLater(
  async () => (await import('./search-dialog.tsx')).SearchDialog,
);
