// How Joinery works, in one page.
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Switch } from '../ui/Switch.tsx';
import { singleKeys } from '../ui/singleKeys.ts';
import { useStore } from '../ui/useStore.ts';
import { useTitle } from '../ui/useTitle.ts';
import styles from './HelpPage.module.css';

export default function HelpPage() {
  const on = useStore(singleKeys);
  useTitle(t.common.help);
  return (
    <div className={styles.page}>
      <h1>{t.common.help}</h1>
      <p className={styles.intro}>
        {late.help.intro} <a href={hrefs.assistants}>{late.assistants.title}</a>
      </p>
      <div className={styles.ideas}>
        {late.help.ideas.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <section aria-labelledby="keys" className={styles.keyboard}>
        <h2 id="keys">{late.help.keys}</h2>
        <Switch
          label={late.help.singleKeys}
          hint={late.help.singleKeysHint}
          on={on}
          onChange={(next) => singleKeys.set(next)}
        />
        <div className={styles.groups}>
          {late.help.keyGroups.map((group) => (
            <section key={group.title}>
              <h3>{group.title}</h3>
              <dl>
                {group.keys.map(([keys, meaning]) => (
                  <div key={keys}>
                    <dt>
                      <kbd>{keys}</kbd>
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
    </div>
  );
}
