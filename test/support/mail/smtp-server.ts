import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message that the server has accepted, or has at least read to its end. */
export interface Arrived {
  to: string[];
  raw: string;
}

/** The reply to one command. `drop` and `lose` close the connection, `silence` never replies. */
type Reply = string;

export interface Manners {
  /** The greeting of a new connection. */
  greet?: (connection: number) => Reply;
  mailFrom?: (from: string) => Reply;
  rcptTo?: (to: string) => Reply;
  data?: () => Reply;
  /** The reply after a message. `drop` accepts it without a reply, `lose` does not accept it. */
  taken?: (mail: Arrived) => Reply | Promise<Reply>;
  /** The reply to a command that the server does not know, such as STARTTLS. */
  other?: () => Reply;
  /** Whether messages are stored. False if a test only counts them. */
  keepsRaw?: boolean;
}

export interface MailServer {
  url: string;
  arrived: Arrived[];
  /** How many messages each address has received. */
  counts: Map<string, number>;
  connections(): number;
  manners: Manners;
  /** Closes all connections. */
  hangUp(): void;
  /** Refuses connections until `comeUp()`. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

/** A real mail server on loopback. A test can make it slow, refuse mail or drop connections. */
export async function openMailServer(manners: Manners = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, mailServer);
    say(socket, mailServer.manners.greet?.(connections) ?? '220 loopback');
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    arrived: [],
    counts: new Map(),
    connections: () => connections,
    manners,
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    async goDown() {
      mailServer.hangUp();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
    comeUp: () => listen(port),
    close: () => mailServer.goDown(),
  };
  return mailServer;
}

function say(socket: Socket, reply: Reply): void {
  if (reply === 'drop' || reply === 'lose') socket.destroy();
  else if (reply !== 'silence') socket.write(`${reply}\r\n`);
}

const end = '\r\n.\r\n';

function converse(socket: Socket, server: MailServer): void {
  let buffer = '';
  let to: string[] = [];
  let isData = false;

  function command(line: string): void {
    const { manners } = server;
    const verb = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO' || verb === 'HELO') say(socket, '250-loopback\r\n250 8BITMIME');
    else if (verb === 'MAIL') say(socket, manners.mailFrom?.(address) ?? '250 fine');
    else if (verb === 'RCPT') {
      const reply = manners.rcptTo?.(address) ?? '250 fine';
      if (reply.startsWith('2')) to.push(address);
      say(socket, reply);
    } else if (verb === 'DATA') {
      const reply = manners.data?.() ?? '354 go on';
      isData = reply.startsWith('354');
      say(socket, reply);
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else {
      to = [];
      say(socket, manners.other?.() ?? '250 fine');
    }
  }

  async function take(raw: string): Promise<void> {
    const mail = { to, raw: server.manners.keepsRaw === false ? '' : raw };
    to = [];
    const reply = (await server.manners.taken?.(mail)) ?? '250 taken';
    if (reply === 'drop' || reply.startsWith('2')) {
      if (server.manners.keepsRaw !== false) server.arrived.push(mail);
      for (const one of mail.to) server.counts.set(one, (server.counts.get(one) ?? 0) + 1);
    }
    say(socket, reply);
  }

  socket.setEncoding('latin1').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const stop = buffer.indexOf(isData ? end : '\r\n');
      if (stop === -1) return;
      const piece = buffer.slice(0, stop);
      buffer = buffer.slice(stop + (isData ? end.length : 2));
      if (isData) {
        isData = false;
        void take(piece);
      } else command(piece);
    }
  });
}
