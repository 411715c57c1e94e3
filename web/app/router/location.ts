export type { To } from 'react-router';
