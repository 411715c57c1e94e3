import { register as endpoint } from '#contract/registration.ts';
import type { Serve } from '../http/handle.ts';
import { register } from './register.ts';

export function registrationRoutes(serve: Serve): void {
  serve(endpoint, ({ work, body }) => register(work, body));
}
