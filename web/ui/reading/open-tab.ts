/** As long as a slow machine may need to read the document out of memory. */
const keptMs = 60_000;

export interface Tab {
  show: (document: Blob) => void;
  close: () => void;
}

/**
 * Opens a tab for a document that is still to be fetched. It must be called by the press itself:
 * a tab that opens after an answer has come is a pop-up, and blocked. Where even this is refused,
 * the document is saved instead.
 */
export function openTab(name: string): Tab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = name;
    tab.document.body.textContent = `Loading ${name}…`;
  }
  return {
    show: (document) => {
      const address = URL.createObjectURL(document);
      if (tab && !tab.closed) tab.location.replace(address);
      else if (!tab) save(address, `${name}.pdf`);
      setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    close: () => tab?.close(),
  };
}

function save(address: string, fileName: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
}
