/** These are apart from the other texts, which lists load later. */
export const savedSearchesTitle = 'Saved searches';
export const emailTheseTitle = 'Email these';
