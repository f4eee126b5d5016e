import { useDataset, useDetail, useModel } from '../../api/session.ts';
import { link } from '../../components/route.ts';
import { useObjectives } from '../results/objectives.ts';
import { measuredCount } from '../results/trace.ts';
import { behindWords } from './model-words.ts';

/** Says so where the model is older than what is recorded, with the way to its training from `elsewhere`. */
export function ModelBehind({ id, elsewhere = false }: { id: string; elsewhere?: boolean }) {
  const model = useModel(id).data;
  const revision = useDetail(id).data?.data_revision;
  const rows = useDataset(id).data?.rows ?? [];
  const targets = useObjectives(id).map(({ name }) => name);
  const words = model && behindWords(model, measuredCount(rows, targets), revision);
  if (words === undefined) return null;
  return (
    <p className="note warn">
      {words} {elsewhere && <a href={link(id, 'model')}>Train it again</a>}
    </p>
  );
}
