import type { ReactNode } from 'react';
import { sessionTexts, type SignedInDevice } from '#contract/auth/sessions.ts';
import { formatMoment } from '#contract/days.ts';
import styles from './device-list.module.css';

interface Props {
  devices: readonly SignedInDevice[];
  /** Beside a device. */
  renderAction?: (device: SignedInDevice) => ReactNode;
}

/** Where a user is signed in. */
export function DeviceList({ devices, renderAction }: Props) {
  if (devices.length === 0) return <p>{sessionTexts.nobody}</p>;
  return (
    <ul className={styles.list} aria-label={sessionTexts.title}>
      {devices.map((device) => (
        <li key={device.id} className={styles.device}>
          <div>
            <p>
              {device.device}
              {device.isCurrent && <strong>{`, ${sessionTexts.current}`}</strong>}
            </p>
            <p className={styles.when}>
              {`${sessionTexts.started(formatMoment(device.startedUtc))}, ${sessionTexts.lastUsed(formatMoment(device.lastUsedUtc))}`}
            </p>
          </div>
          {renderAction?.(device)}
        </li>
      ))}
    </ul>
  );
}
