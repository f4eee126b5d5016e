import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy that shows the server under a path, as a lab's own web server would. */
export async function prefixProxy(
  target: string,
  prefix: string,
): Promise<{ address: string; close: () => Promise<void> }> {
  const inner = (url = '/'): URL => new URL(url.slice(prefix.length) || '/', target);
  const proxy = createServer((request, response) => {
    const onward = httpRequest(
      inner(request.url),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  proxy.on('upgrade', (request, socket) => {
    const url = inner(request.url);
    const onward = connect(Number(url.port), url.hostname, () => {
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
      onward.write([`GET ${url.pathname} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${prefix}/`,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
    },
  };
}
