import { addressOfBlob, saveFile } from './save-file.ts';

export interface Tab {
  show: (document: Blob) => void;
  close: () => void;
}

/**
 * Opens a tab for a document that is loaded later. Call it in the event handler: later it would be
 * blocked as a pop-up. If the browser refuses, the document is saved instead.
 */
export function openTab(name: string): Tab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = name;
    tab.document.body.textContent = `Loading ${name}…`;
  }
  return {
    show: (document) => {
      if (tab && !tab.closed) tab.location.replace(addressOfBlob(document));
      else if (!tab) saveFile(document, `${name}.pdf`);
    },
    close: () => tab?.close(),
  };
}
