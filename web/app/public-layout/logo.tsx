import { acaciaPath } from './acacia-path.ts';

/** An acacia in front of the sun. The product's name is shown beside it. */
export function Logo({ size = 48 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 128 128" aria-hidden focusable="false">
      <circle cx="64" cy="64" r="64" fill="#1f4d3a" />
      <circle cx="64" cy="66" r="30" fill="#f2b84b" />
      <path d={acaciaPath} transform="translate(14 9)" fill="#fbfaf6" />
    </svg>
  );
}
