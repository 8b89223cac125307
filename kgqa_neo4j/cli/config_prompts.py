"""`kgqa config prompts`: write the prompt templates to files, for editing."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_neo4j.model.errors import KgqaError


@click.command("prompts")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def prompts(folder: Path) -> None:
    """Write the prompt templates to a folder, for editing.

    `kgqa config set llm.prompts FOLDER` makes the program read them from there. Templates missing from the folder
    are taken from the package; existing files are not overwritten.

    \b
    Examples:
      kgqa config prompts ./prompts
      kgqa config set llm.prompts "$PWD/prompts"
    """
    from kgqa_neo4j.methods.common.prompts import SUFFIX, packaged

    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in packaged().items():
            file = folder / f"{name}{SUFFIX}"
            if not file.exists():
                file.write_text(text, "utf-8")
                written += 1
    except OSError as error:
        raise KgqaError(f"cannot write to {folder}: {error.strerror}", hint="choose another folder") from error
    click.echo(f"wrote {written} templates to {folder}")
