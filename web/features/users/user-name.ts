interface Named {
  firstName: string;
  lastName: string;
}

export function userName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
