import { openFolder } from '../service/store/open-folder.ts';
import { type LocalService, localService } from './local-service.ts';
import { say } from './output.ts';

/** The service on a data folder, for one command. */
export async function withFolder<Answer>(
  folder: string,
  work: (service: LocalService) => Promise<Answer>,
): Promise<Answer> {
  const service = await localService(process.env, await openFolder(folder, say));
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
