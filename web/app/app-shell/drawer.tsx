import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './drawer.module.css';

interface DrawerProps {
  children: ReactNode;
  onClose: () => void;
}

/** The sidebar over the page on small screens. The browser's own dialog keeps the focus inside,
 *  closes on Esc and gives the focus back. */
export function Drawer({ children, onClose }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);

  // A layout effect ends while the dialog is still in the page: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => {
    const wide = matchMedia('(min-width: 1024px)');
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);

  useEffect(() => {
    // Capturing, because the tap that opened the drawer is still on its way up.
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && inside.current?.contains(target) !== true) onClose();
    };
    addEventListener('click', closeOutside, { capture: true });
    return () => removeEventListener('click', closeOutside, { capture: true });
  }, [onClose]);

  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      <div ref={inside} className={styles.inside}>
        <button type="button" className={styles.close} onClick={onClose}>
          <X size={20} aria-hidden />
          Close
        </button>
        {children}
      </div>
    </dialog>
  );
}
