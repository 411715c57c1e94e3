export const demoTexts = {
  signInAs: 'Sign in to the demo as',
  person: (role: string, name: string) => `${role}: ${name}`,
} as const;
