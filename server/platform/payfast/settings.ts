import { accountOf, accountProblems } from './account.ts';
import { isSource, loopbackSources, providerSources } from './source.ts';

export interface PayfastSettings {
  /** `off`: no payments by card at all. */
  mode: (typeof modes)[number];
  merchantId: string;
  merchantKey: string;
  passphrase: string;
  /** Where the browser posts the form. */
  processUrl: string;
  /** Where we ask whether a notification is real. */
  validateUrl: string;
  /** The provider's list of transactions; `null`: it is not compared. */
  apiUrl: string | null;
  /** Addresses and ranges that notifications come from. */
  sources: string[];
  sourceCheck: 'log' | 'refuse';
}

const modes = ['simulator', 'sandbox', 'live', 'off'] as const;

type Environment = Record<string, string | undefined>;

interface SettingsContext {
  publicUrl: string;
  /** `publicUrl` is on this machine. */
  isLoopback: boolean;
  /** What to choose so that the simulator may run; `null` if it may. */
  testsNeed: string | null;
}

export type ReadSettings =
  | { settings: PayfastSettings; problems: [] }
  | { settings: null; problems: string[] };

/** Reads the provider's part of the environment; names all that is wrong with it. product-rules 2.9. */
export function readPayfastSettings(
  environment: Environment,
  { publicUrl, isLoopback, testsNeed }: SettingsContext,
): ReadSettings {
  const chosen = modeOf(environment['PAYFAST_MODE'] ?? 'simulator');
  // The other problems are reported too.
  const mode = chosen ?? 'sandbox';
  const given: Environment = { ...accountOf(mode), ...withoutGaps(environment) };
  const origin = origins[mode](publicUrl);
  const settings: PayfastSettings = {
    mode,
    merchantId: given['PAYFAST_MERCHANT_ID'] ?? '',
    merchantKey: given['PAYFAST_MERCHANT_KEY'] ?? '',
    passphrase: given['PAYFAST_PASSPHRASE'] ?? '',
    processUrl: `${origin}/eng/process`,
    validateUrl: given['PAYFAST_VALIDATE_URL'] ?? `${origin}/eng/query/validate`,
    apiUrl: mode === 'live' ? liveApi : (given['PAYFAST_API_URL'] ?? null),
    sources: sourcesOf(given['PAYFAST_SOURCES'], mode),
    sourceCheck: given['PAYFAST_SOURCE_CHECK'] === 'refuse' ? 'refuse' : 'log',
  };
  const problems = [
    ...(chosen === null ? ['PAYFAST_MODE must be simulator, sandbox, live or off, or page'] : []),
    ...(mode === 'simulator' && testsNeed !== null ? [simulatorElsewhere(testsNeed)] : []),
    ...(mode === 'live' && !isReachable(publicUrl, isLoopback) ? [liveUnreachable] : []),
    ...accountProblems(settings),
    ...otherProblems(settings, given),
  ];
  return problems.length > 0 ? { settings: null, problems } : { settings, problems: [] };
}

const origins = {
  simulator: (publicUrl: string) => `${publicUrl}/payfast-simulator`,
  sandbox: () => 'https://sandbox.payfast.co.za',
  live: () => 'https://www.payfast.co.za',
  off: () => 'https://www.payfast.co.za',
};

const liveApi = 'https://api.payfast.co.za';

/** The provider notifies these ports only. */
const reachablePorts = ['', '80', '443', '8080', '8081'];

function isReachable(publicUrl: string, isLoopback: boolean): boolean {
  return !isLoopback && reachablePorts.includes(new URL(publicUrl).port);
}

const liveUnreachable =
  'PAYFAST_MODE=live needs a PUBLIC_URL that PayFast can reach, on port 80, 443, 8080 or 8081: otherwise payments are made but never reported';

const simulatorElsewhere = (need: string) =>
  `PAYFAST_MODE=simulator (also when unset) takes no money: choose live (or sandbox, which only tests; or off, when none are taken by card; or page, to choose it later under Company Info), or ${need}`;

/** `page`: an administrator chooses it. Until then there are no cards. */
function modeOf(text: string): PayfastSettings['mode'] | null {
  if (text === 'page') return 'off';
  return modes.find((mode) => mode === text) ?? null;
}

function withoutGaps(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
}

function sourcesOf(given: string | undefined, mode: PayfastSettings['mode']): string[] {
  const words = (given ?? '').split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > 0) return words;
  return mode === 'simulator' ? loopbackSources : providerSources;
}

function otherProblems(settings: PayfastSettings, given: Environment): string[] {
  const problems: string[] = [];
  if (settings.mode === 'live' && given['PAYFAST_VALIDATE_URL'] !== undefined) {
    problems.push('PAYFAST_VALIDATE_URL is for tests: leave it out with PAYFAST_MODE=live');
  }
  if (settings.mode === 'live' && given['PAYFAST_API_URL'] !== undefined) {
    problems.push('PAYFAST_API_URL is for tests: leave it out with PAYFAST_MODE=live');
  }
  if (settings.apiUrl !== null && !/^https?:\/\/[^/]/.test(settings.apiUrl)) {
    problems.push('PAYFAST_API_URL must look like http://127.0.0.1:4000');
  }
  if (!/^https?:\/\//.test(settings.validateUrl) || !URL.canParse(settings.validateUrl)) {
    problems.push(
      'PAYFAST_VALIDATE_URL must look like https://sandbox.payfast.co.za/eng/query/validate',
    );
  }
  const wrong = settings.sources.filter((source) => !isSource(source));
  if (wrong.length > 0) {
    problems.push(`PAYFAST_SOURCES must be addresses or ranges: ${wrong.join(', ')} is neither`);
  }
  if (!['log', 'refuse'].includes(given['PAYFAST_SOURCE_CHECK'] ?? 'log')) {
    problems.push('PAYFAST_SOURCE_CHECK must be log or refuse');
  }
  return problems;
}
