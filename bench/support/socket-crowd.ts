import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/**
 * A process that listens to the events of a session (its first argument, `ws://…`) with as many sockets as its second argument says, and with
 * one more that never reads. It sends `open` when all are.
 */
const [url = '', count = '0'] = process.argv.slice(2);

async function listener(): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, 'message');
  return socket;
}

async function deaf(): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'readable');
  return socket;
}

const open: unknown[] = [await deaf()];
while (open.length <= Number(count)) open.push(await listener());
process.send?.('open');
