/** Opens the disclosures around an element: a closed one can neither show nor focus it. */
export function openAround(element: Element | null | undefined): void {
  for (
    let details = element?.closest('details');
    details;
    details = details.parentElement?.closest('details')
  ) {
    details.open = true;
  }
}
