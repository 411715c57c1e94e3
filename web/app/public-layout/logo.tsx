import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { acaciaPath } from './acacia-path.ts';
import styles from './logo.module.css';

/** The organisation's logo, or else an acacia. The organisation's name is shown beside it. */
export function OrganisationLogo() {
  const logo = usePublicSettings()?.logo;
  if (!logo) return <Logo />;
  const { path, width, height } = logo;
  return (
    <img
      src={path}
      width={width}
      height={height}
      alt=""
      // Styles and scripts come first. React would preload the picture before them.
      fetchPriority="low"
      className={styles.logo}
    />
  );
}

/** An acacia in front of the sun. */
export function Logo({ size = 48 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 128 128" aria-hidden focusable="false">
      <circle cx="64" cy="64" r="64" fill="#1f4d3a" />
      <circle cx="64" cy="66" r="30" fill="#f2b84b" />
      <path d={acaciaPath} transform="translate(14 9)" fill="#fbfaf6" />
    </svg>
  );
}
