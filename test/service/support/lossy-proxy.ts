import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut, held and refused: a network that fails. */
export class LossyProxy {
  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server!: Server;
  #refuses = false;
  #holds = false;
  /** Cuts every connection once the server begins to answer: what was asked for was carried out, and nobody hears of it. */
  cutAnswers = 0;
  /** Once the server is asked this, nothing goes through any more: a partition at the worst moment. */
  holdAnswersTo: string | undefined;
  port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  static async start(target: number): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    proxy.#server = createServer((client) => proxy.#accept(client));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    proxy.port = (proxy.#server.address() as { port: number }).port;
    return proxy;
  }

  #accept(client: Socket): void {
    if (this.#refuses) {
      client.destroy();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    const end = () => {
      client.destroy();
      server.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    let asked = false;
    client.on('data', (bytes) => {
      asked = bytes.includes('session-') || asked;
      server.write(bytes);
      if (this.holdAnswersTo !== undefined && bytes.includes(this.holdAnswersTo)) this.hold(true);
    });
    server.on('data', (bytes) => {
      if (this.cutAnswers > 0 && asked) {
        this.cutAnswers--;
        end();
        return;
      }
      client.write(bytes);
    });
    if (this.#holds) this.#pause(pair);
  }

  #pause([client, server]: readonly [Socket, Socket]): void {
    client.pause();
    server.pause();
  }

  cut(): void {
    for (const [client] of this.#pairs) client.destroy();
  }

  /** No new connections, and none of the present ones: the network is down. */
  refuse(on: boolean): void {
    this.#refuses = on;
    if (on) this.cut();
  }

  /** Nothing goes through and nothing is said: a partition. */
  hold(on: boolean): void {
    this.#holds = on;
    for (const pair of this.#pairs) {
      if (on) this.#pause(pair);
      else for (const socket of pair) socket.resume();
    }
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
