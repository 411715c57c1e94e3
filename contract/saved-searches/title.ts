/** Apart from the other texts, which lists load later. */
export const savedSearchesTitle = 'Saved searches';
