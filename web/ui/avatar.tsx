import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './initials.ts';

interface AvatarProps {
  name: string;
  /** Empty if there is none. */
  picture: string;
  size: 32 | 64 | 80;
  /** The picture cannot be loaded. */
  onBroken?: (picture: string) => void;
}

/** Pixels. */
const smallestText = 9;

/** The picture, or the initials. The name is shown beside it. */
export function Avatar({ name, picture, size, onBroken }: AvatarProps) {
  const [broken, setBroken] = useState('');
  // A long name has many initials. They shrink to fit, but stay readable: four fit in the smallest.
  const initials = Array.from(initialsOf(name)).slice(0, size / 8);
  const fontSize = Math.max(smallestText, (size * 0.72) / Math.max(2, initials.length));
  const box = { inlineSize: size, blockSize: size, fontSize };
  if (picture === '' || picture === broken) {
    return (
      <span className={styles.avatar} style={box} aria-hidden>
        {initials}
      </span>
    );
  }
  return (
    <img
      className={styles.avatar}
      style={box}
      src={picture}
      alt=""
      width={size}
      height={size}
      onError={() => {
        setBroken(picture);
        onBroken?.(picture);
      }}
    />
  );
}
